/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copyright 2026 The Tierline Authors.
 *
 * Reads bid-sim's command line. Whatever is not known is answered with what is.
 */
#include "sim_options.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim_option_rows.h"
#include "workload/workload.h"

#define OPTION_CODE(code, name, value, text) OPTION_##code,
enum option_code {
	OPTION_OPERAND = 1, /* what getopt_long returns for one, when short options begin with - */
	OPTION_FIRST = 256, /* no short option's character */
	SIM_OPTION_ROWS(OPTION_CODE) SIM_OWN_ROWS(OPTION_CODE)
};
#undef OPTION_CODE

#define LONG_OPTION(code, name, value, text)                                                       \
	{name, value ? required_argument : no_argument, NULL, OPTION_##code},
static const struct option long_options[] = {
	SIM_OPTION_ROWS(LONG_OPTION) SIM_OWN_ROWS(LONG_OPTION){NULL, 0, NULL, 0},
};
#undef LONG_OPTION

struct parser {
	struct sim_options *options;
	int last; /* option: operands after --trace are more of its files */
	char *error;
	size_t error_size;
};

static int usage(struct parser *parser, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static int usage(struct parser *parser, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(parser->error, parser->error_size, format, arguments);
	va_end(arguments);
	return -EINVAL;
}

static int parse_number(struct parser *parser, const char *option, const char *text, uint64_t min,
			uint64_t max, uint64_t *value)
{
	char *end;

	errno = 0;
	*value = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno || *value < min || *value > max)
		return usage(parser, "%s: '%s' is not a whole number from %llu to %llu", option,
			     text, (unsigned long long)min, (unsigned long long)max);
	return 0;
}

static int parse_number32(struct parser *parser, const char *option, const char *text, uint64_t min,
			  uint64_t max, uint32_t *value)
{
	uint64_t wide;
	int result = parse_number(parser, option, text, min, max, &wide);

	if (result == 0)
		*value = (uint32_t)wide;
	return result;
}

static int parse_scale(struct parser *parser, const char *text)
{
	char *end;

	parser->options->scale = strtod(text, &end);
	if (end == text || *end || !(parser->options->scale >= 1e-6) ||
	    !(parser->options->scale <= 1e6))
		return usage(parser, "--scale: '%s' is not a number from 0.000001 to 1000000",
			     text);
	return 0;
}

static int parse_switch(struct parser *parser, const char *text, int32_t *value)
{
	if (strcmp(text, "on") != 0 && strcmp(text, "off") != 0)
		return usage(parser, "--write-cache: '%s' is neither on nor off", text);
	*value = strcmp(text, "on") == 0;
	return 0;
}

static int add_choice(struct parser *parser, const struct contender *contender, const char *name,
		      size_t length)
{
	struct sim_options *options = parser->options;
	struct sim_choice *choice = &options->choice[options->choice_count];
	size_t contender_length = strlen(contender->name);

	if (options->choice_count == SIM_CHOICES_MAX)
		return usage(parser, "--policy: more than %d", SIM_CHOICES_MAX);
	if (length >= sizeof(choice->name))
		return usage(parser, "--policy: '%.*s' is too long", (int)length, name);
	choice->contender = contender;
	memcpy(choice->name, name, length);
	choice->name[length] = '\0';
	choice->settings = choice->name + contender_length + (length > contender_length);
	options->choice_count++;
	return 0;
}

static int unknown_policy(struct parser *parser, const char *name, size_t length)
{
	char known[512] = "";

	for (size_t i = 0; i < contender_count; i++) {
		size_t used = strlen(known);

		snprintf(known + used, sizeof(known) - used, " %s", contenders[i].name);
	}
	return usage(parser, "--policy: '%.*s' is none of%s", (int)length, name, known);
}

static int parse_policies(struct parser *parser, const char *list)
{
	while (*list) {
		size_t length = strcspn(list, ",");
		size_t name_length = strcspn(list, ":,");
		const struct contender *contender = contender_find(list, name_length);
		int result = contender ? add_choice(parser, contender, list, length)
				       : unknown_policy(parser, list, name_length);

		if (result < 0)
			return result;
		list += length + (list[length] == ',');
	}
	return 0;
}

static int add_workload(struct parser *parser, const char *name)
{
	struct sim_options *options = parser->options;

	if (options->workload_count == SIM_CHOICES_MAX)
		return usage(parser, "--workload: more than %d", SIM_CHOICES_MAX);
	options->workload[options->workload_count++] = name;
	return 0;
}

static int unknown_workload(struct parser *parser, const char *name, size_t length)
{
	char known[512] = "";

	for (size_t i = 0; i < workload_count; i++) {
		size_t used = strlen(known);

		snprintf(known + used, sizeof(known) - used, " %s", workload_list[i].name);
	}
	return usage(parser, "--workload: '%.*s' is none of all%s", (int)length, name, known);
}

static int parse_workload(struct parser *parser, const char *name, size_t length)
{
	bool all = length == 3 && strncmp(name, "all", 3) == 0;
	bool found = false;

	for (size_t i = 0; i < workload_count; i++) {
		const char *known = workload_list[i].name;
		int result;

		if (!all && (strlen(known) != length || strncmp(known, name, length) != 0))
			continue;
		result = add_workload(parser, known);
		if (result < 0)
			return result;
		found = true;
	}
	return found ? 0 : unknown_workload(parser, name, length);
}

static int parse_workloads(struct parser *parser, const char *list)
{
	while (*list) {
		size_t length = strcspn(list, ",");
		int result = parse_workload(parser, list, length);

		if (result < 0)
			return result;
		list += length + (list[length] == ',');
	}
	return 0;
}

static int add_trace(struct parser *parser, const char *path)
{
	struct sim_options *options = parser->options;
	const char **trace =
		realloc(options->trace, (options->trace_count + 1) * sizeof(*options->trace));

	if (!trace)
		return usage(parser, "out of memory");
	options->trace = trace;
	trace[options->trace_count++] = path;
	return 0;
}

/* Of a contender, or of any when that is NULL. */
static int parse_tunable(struct parser *parser, const char *option, const char *text,
			 const struct contender *contender, struct bid_settings *settings)
{
	const char *equals = strchr(text, '=');
	const struct bid_tunable *tunable;
	char name[64];
	uint64_t value;
	int result;

	if (!equals || (size_t)(equals - text) >= sizeof(name))
		return usage(parser, "%s: '%s' is not NAME=VALUE", option, text);
	memcpy(name, text, (size_t)(equals - text));
	name[equals - text] = '\0';
	tunable = contender_tunable(contender, name);
	if (!tunable)
		return usage(parser, "%s: %s%sthere is no tunable '%s' (see --list-tunables)",
			     option, contender ? contender->name : "", contender ? ": " : "", name);
	result = parse_number(parser, name, equals + 1, tunable->min, tunable->max, &value);
	return result < 0 ? result : bid_settings_set(settings, tunable->name, value);
}

/* A contender's own settings, on top of those of all. */
static int parse_settings(struct parser *parser, struct sim_choice *choice)
{
	const char *settings = choice->settings;
	char one[sizeof(choice->name)];

	choice->tunables = parser->options->settings;
	while (*settings) {
		size_t length = strcspn(settings, ":");
		int result;

		memcpy(one, settings, length);
		one[length] = '\0';
		result = parse_tunable(parser, "--policy", one, choice->contender,
				       &choice->tunables);
		if (result < 0)
			return result;
		settings += length + (settings[length] == ':');
	}
	return 0;
}

static int parse_addresses(struct parser *parser, const char *text)
{
	if (trace_addresses_of(text, &parser->options->addresses) < 0)
		return usage(parser, "--addresses: '%s' is none of as-is, wrap, scale", text);
	return 0;
}

/* Options that ask for something else than to simulate. */
static const struct {
	int code;
	enum sim_action action;
} actions[] = {
	{OPTION_LIST_POLICIES, SIM_ACTION_LIST_POLICIES},
	{OPTION_LIST_DISKS, SIM_ACTION_LIST_DISKS},
	{OPTION_LIST_WORKLOADS, SIM_ACTION_LIST_WORKLOADS},
	{OPTION_LIST_TUNABLES, SIM_ACTION_LIST_TUNABLES},
	{OPTION_WORKED_EXAMPLE, SIM_ACTION_WORKED_EXAMPLE},
	{OPTION_HELP, SIM_ACTION_HELP},
};

/* Options without a value. Returns whether it was one. */
static bool parse_flag(struct sim_options *options, int code)
{
	size_t i;

	if (code == OPTION_OPEN_LOOP || code == OPTION_CLOSED_LOOP) {
		options->loop = code == OPTION_OPEN_LOOP ? SIM_OPEN_LOOP : SIM_CLOSED_LOOP;
		return true;
	}
	for (i = 0; i < sizeof(actions) / sizeof(actions[0]); i++) {
		if (actions[i].code == code) {
			options->action = actions[i].action;
			return true;
		}
	}
	return false;
}

/* Options whose value is kept as it is. Returns whether it was one. */
static bool parse_text(struct sim_options *options, int code, const char *value)
{
	switch (code) {
	case OPTION_DISK:
		options->disk = value;
		return true;
	case OPTION_SSD:
		options->ssd = value;
		return true;
	case OPTION_ARM:
		options->arm_path = value;
		return true;
	case OPTION_PROCESSES:
		options->processes_path = value;
		return true;
	default:
		return false;
	}
}

static int parse_value(struct parser *parser, int code, const char *value)
{
	struct sim_options *options = parser->options;

	switch (code) {
	case OPTION_TRACE:
		return add_trace(parser, value);
	case OPTION_OPERAND:
		return parser->last == OPTION_TRACE
			       ? add_trace(parser, value)
			       : usage(parser, "'%s' belongs to no option", value);
	case OPTION_WORKLOAD:
		return parse_workloads(parser, value);
	case OPTION_SEED:
		return parse_number(parser, "--seed", value, 0, UINT64_MAX, &options->seed);
	case OPTION_SCALE:
		return parse_scale(parser, value);
	case OPTION_POLICY:
		return parse_policies(parser, value);
	case OPTION_NCQ:
		return parse_number32(parser, "--ncq", value, 1, 32, &options->device.ncq_depth);
	case OPTION_WRITE_CACHE:
		return parse_switch(parser, value, &options->device.write_cache);
	case OPTION_OUTSTANDING:
		return parse_number32(parser, "--outstanding", value, 0, SIM_OUTSTANDING_MAX,
				      &options->outstanding);
	case OPTION_SET:
		return parse_tunable(parser, "--set", value, NULL, &options->settings);
	case OPTION_ADDRESSES:
		return parse_addresses(parser, value);
	case OPTION_JOBS:
		return parse_number32(parser, "--jobs", value, 1, 64, &options->jobs);
	default:
		return usage(parser, "unknown option (see --help)");
	}
}

static int add_default_contenders(struct parser *parser)
{
	for (size_t i = 0; i < contender_count; i++) {
		if (parser->options->ssd || !contenders[i].needs_ssd)
			add_choice(parser, &contenders[i], contenders[i].name,
				   strlen(contenders[i].name));
	}
	return 0;
}

static bool readable(const char *path, const char *suffix)
{
	char full[4096];
	FILE *file;

	if ((size_t)snprintf(full, sizeof(full), "%s%s", path, suffix) >= sizeof(full))
		return false;
	file = fopen(full, "r");
	if (file)
		fclose(file);
	return file != NULL;
}

/* A disk is a preset, a description, or PATH.model with its like. */
static int check_disk(struct parser *parser, const char *option, const char *name)
{
	char known[512] = "";

	if (readable(name, "") || readable(name, ".model"))
		return 0;
	for (size_t i = 0; i < device_preset_count; i++) {
		size_t used = strlen(known);

		if (strcmp(device_presets[i].name, name) == 0)
			return 0;
		snprintf(known + used, sizeof(known) - used, " %s", device_presets[i].name);
	}
	return usage(parser, "%s: '%s' is neither a file that can be read nor one of%s", option,
		     name, known);
}

static int check_contenders(struct parser *parser)
{
	struct sim_options *options = parser->options;
	int result = 0;

	for (size_t i = 0; i < options->choice_count; i++) {
		if (options->choice[i].contender->needs_ssd && !options->ssd)
			return usage(parser, "%s needs --ssd", options->choice[i].contender->name);
	}
	if (options->choice_count == 0)
		add_default_contenders(parser);
	for (size_t i = 0; result == 0 && i < options->choice_count; i++)
		result = parse_settings(parser, &options->choice[i]);
	return result;
}

/* What holds between options. */
static int check_options(struct parser *parser)
{
	const struct sim_options *options = parser->options;
	int result;

	if (options->action != SIM_ACTION_RUN)
		return 0;
	if ((options->trace_count > 0) == (options->workload_count > 0))
		return usage(parser, "one of --trace and --workload is needed (see --help)");
	result = check_disk(parser, "--disk", options->disk);
	if (result == 0 && options->ssd)
		result = check_disk(parser, "--ssd", options->ssd);
	return result < 0 ? result : check_contenders(parser);
}

int sim_options_parse(struct sim_options *options, int argc, char **argv, char *error,
		      size_t error_size)
{
	struct parser parser = {.options = options, .error = error, .error_size = error_size};
	int code;

	*options = (struct sim_options){
		.seed = 1,
		.scale = 1,
		.disk = "sata-250g",
		.loop = SIM_OPEN_LOOP,
		.device = {.ncq_depth = 1, .write_cache = -1, .read_ahead = -1},
		.outstanding = 256,
		.jobs = 1,
	};
	opterr = 0;
	while ((code = getopt_long(argc, argv, "-:", long_options, NULL)) != -1) {
		int result = 0;

		if (code == '?')
			return usage(&parser, "unknown option '%s' (see --help)", argv[optind - 1]);
		if (code == ':')
			return usage(&parser, "%s needs a value", argv[optind - 1]);
		if (!parse_flag(options, code) && !parse_text(options, code, optarg))
			result = parse_value(&parser, code, optarg);
		if (result < 0)
			return result;
		if (code != OPTION_OPERAND)
			parser.last = code;
	}
	if (optind < argc)
		return usage(&parser, "'%s' belongs to no option", argv[optind]);
	return check_options(&parser);
}

void sim_options_free(struct sim_options *options)
{
	free(options->trace);
	options->trace = NULL;
}

const char *sim_options_workload_name(const struct sim_options *options, size_t index)
{
	const char *slash;

	if (options->workload_count > 0)
		return options->workload[index];
	slash = strrchr(options->trace[0], '/');
	return slash ? slash + 1 : options->trace[0];
}
