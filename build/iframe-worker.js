// Search in pages that are read from files: there a browser starts no Worker, so the script of one runs
// in a hidden frame of the page instead. Material would load such a stand-in from another server.
// SPDX-License-Identifier: Apache-2.0
"use strict";

if (location.protocol === "file:") {
  // The script of the search looks for this name in its parent, to find its own files.
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      const inner = frame.contentWindow;
      inner.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }));
      inner.importScripts = async (...urls) => {
        for (const each of urls) await load(inner.document, each);
      };
      this.inner = inner;
      this.loaded = load(inner.document, url);
    }

    postMessage(data) {
      this.loaded.then(() => this.inner.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
  window.Worker = window.IFrameWorker;

  function load(page, url) {
    return new Promise((done, failed) => {
      const script = page.createElement("script");
      script.src = url;
      script.onload = done;
      script.onerror = failed;
      page.body.append(script);
    });
  }
}
