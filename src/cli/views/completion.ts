/** Completion scripts for three shells, over the same list of commands. Session names are asked for when they are needed. */

import { LEVELS } from '../../core/permission.ts';

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly string[];
}

const TAKES_SESSION = ['resume', 'show', 'log', 'read', 'verify', 'rename', 'delete'];

const TAKES_PROVIDER = ['launch', 'handoff'];

/** Prints names and short ids, one a line; quiet when there are none. */
const SESSIONS = `uuldana list --json 2>/dev/null | sed -n -e 's/^    "name": "\\(.*\\)",$/\\1/p' -e 's/^    "session": ".*\\(.\\{8\\}\\)",$/\\1/p'`;

/** What an option takes; the providers are those that are known when the script is printed. */
function valuesOf(providers: readonly string[]): readonly (readonly [readonly string[], readonly string[]])[] {
  return [
    [['--permission', '--ceiling'], LEVELS],
    [['--provider', '--or'], providers],
    [['--status'], ['running', 'exited', 'signaled', 'failed', 'interrupted']],
  ];
}

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
  const values = valuesOf(providers).map(
    ([options, words]) =>
      `    ${options.join('|')}) COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$word")); return ;;`,
  );
  return `# uuldana completion for bash
_uuldana() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words session
  case "\${COMP_WORDS[COMP_CWORD - 1]}" in
${values.join('\n')}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words='${first} ${launch.join(' ')}'
  else case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words='${launch.join(' ')}' ;;
  esac; fi
  case "\${COMP_WORDS[1]}" in ${TAKES_PROVIDER.join('|')}) [ "$COMP_CWORD" -eq 2 ] && words="$words ${providers.join(' ')}" ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  case "\${COMP_WORDS[1]} $COMP_CWORD" in ${[...TAKES_SESSION.map((name) => `'${name} 2'`), "'handoff 3'"].join('|')}) ;; *) return ;; esac
  while IFS= read -r session; do
    case "$session" in "$word"*) COMPREPLY+=("$(printf '%q' "$session")") ;; esac
  done < <(${SESSIONS})
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
  const values = valuesOf(providers).map(
    ([options, words]) => `    ${options.join('|')}) compadd -- ${words.join(' ')}; return ;;`,
  );
  return `#compdef uuldana
# uuldana completion for zsh
_uuldana() {
  local -a commands sessions
  commands=(${described.join(' ')})
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  case $words[CURRENT-1] in
${values.join('\n')}
  esac
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
  const values = valuesOf(providers).flatMap(([longs, words]) =>
    longs.map((long) => `complete -c uuldana -l ${long.slice(2)} -x -a '${words.join(' ')}'`),
  );
  // in fish only \\ and \' are escapes between single quotes, and the command between parentheses is quoted once more
  const list = SESSIONS.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  const sessions = `complete -c uuldana -n '__fish_seen_subcommand_from ${[...TAKES_SESSION, 'handoff'].join(' ')}' -a '(${list})'`;
  const agents = `complete -c uuldana -n '__fish_seen_subcommand_from ${TAKES_PROVIDER.join(' ')}' -a '${providers.join(' ')}'`;
  return `# uuldana completion for fish\ncomplete -c uuldana -f\n${[...names, ...options, ...values, agents, sessions].join('\n')}\n`;
}

function quoted(text: string): string {
  return text.replaceAll("'", '').replaceAll(':', ' ');
}
