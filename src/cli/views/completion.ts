/** Completion scripts for three shells, over the same list of commands. Session names are asked for when they are needed. */

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly string[];
}

const TAKES_SESSION = ['resume', 'show', 'log', 'verify', 'rename', 'delete'];

const TAKES_PROVIDER = ['launch', 'handoff'];

/** Prints names, else short ids, one a line; quiet when there are none. */
const SESSIONS = `uuldana list --json 2>/dev/null | sed -n 's/^    "name": "\\(.*\\)",$/\\1/p'`;

export function completionScript(
  shell: 'bash' | 'zsh' | 'fish',
  commands: readonly CompletedCommand[],
  providers: readonly string[],
): string {
  return { bash, zsh, fish }[shell](commands, providers);
}

function bash(commands: readonly CompletedCommand[], providers: readonly string[]): string {
  const first = [...commands.map(({ name }) => name), ...providers].join(' ');
  const launch = commands.find(({ name }) => name === 'launch')?.options ?? [];
  const cases = commands.map(({ name, options }) => `    ${name}) words='${options.join(' ')}' ;;`);
  return `# uuldana completion for bash
_uuldana() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words
  if [ "$COMP_CWORD" -eq 1 ]; then words='${first} ${launch.join(' ')}'
  else case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words='${launch.join(' ')}' ;;
  esac; fi
  case "\${COMP_WORDS[1]}" in ${TAKES_PROVIDER.join('|')}) [ "$COMP_CWORD" -eq 2 ] && words="$words ${providers.join(' ')}" ;; esac
  case "\${COMP_WORDS[1]}" in handoff) [ "$COMP_CWORD" -eq 3 ] && words="$words $(${SESSIONS})" ;; esac
  case "\${COMP_WORDS[1]}" in ${TAKES_SESSION.join('|')}) [ "$COMP_CWORD" -eq 2 ] && words="$words $(${SESSIONS})" ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -F _uuldana uuldana
`;
}

function zsh(commands: readonly CompletedCommand[], providers: readonly string[]): string {
  const described = [
    ...commands.map(({ name, summary }) => `'${name}:${quoted(summary)}'`),
    ...providers.map((id) => `'${id}:start ${id}'`),
  ];
  const cases = commands.map(({ name, options }) => `    ${name}) compadd -- ${options.join(' ')} ;;`);
  return `#compdef uuldana
# uuldana completion for zsh
_uuldana() {
  local -a commands sessions
  commands=(${described.join(' ')})
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case $words[2] in
${cases.join('\n')}
  esac
  case $words[2] in ${TAKES_PROVIDER.join('|')}) if (( CURRENT == 3 )); then compadd -- ${providers.join(' ')}; fi ;; esac
  case $words[2] in handoff) if (( CURRENT == 4 )); then sessions=("\${(@f)$(${SESSIONS})}"); compadd -a sessions; fi ;; esac
  case $words[2] in ${TAKES_SESSION.join('|')}) if (( CURRENT == 3 )); then sessions=("\${(@f)$(${SESSIONS})}"); compadd -a sessions; fi ;; esac
}
compdef _uuldana uuldana
`;
}

function fish(commands: readonly CompletedCommand[], providers: readonly string[]): string {
  const first = [...commands, ...providers.map((id) => ({ name: id, summary: `start ${id}`, options: [] }))];
  const names = first.map(
    ({ name, summary }) => `complete -c uuldana -n __fish_use_subcommand -a ${name} -d '${quoted(summary)}'`,
  );
  const options = commands.flatMap(({ name, options: longs }) =>
    longs.map((long) => `complete -c uuldana -n '__fish_seen_subcommand_from ${name}' -l ${long.slice(2)}`),
  );
  // in fish only \\ and \' are escapes between single quotes, and the command between parentheses is quoted once more
  const list = SESSIONS.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  const sessions = `complete -c uuldana -n '__fish_seen_subcommand_from ${[...TAKES_SESSION, 'handoff'].join(' ')}' -a '(${list})'`;
  const agents = `complete -c uuldana -n '__fish_seen_subcommand_from ${TAKES_PROVIDER.join(' ')}' -a '${providers.join(' ')}'`;
  return `# uuldana completion for fish\ncomplete -c uuldana -f\n${[...names, ...options, agents, sessions].join('\n')}\n`;
}

function quoted(text: string): string {
  return text.replaceAll("'", '').replaceAll(':', ' ');
}
