import type { CommandWords, Word } from './describeCommands.js';

/** Shells that a script is printed for. */
export const shells = ['bash', 'zsh', 'fish'] as const;

/** Shell that a script is printed for. */
export type Shell = (typeof shells)[number];

/** Script that completes the commands and options of a program in a shell. */
export function completionScript(shell: Shell, commands: readonly CommandWords[]): string {
  if (shell === 'fish') return fishScript(commands);
  // zsh runs completions of bash once `bashcompinit` has run.
  const load = 'autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n';
  return `${shell === 'zsh' ? load : ''}${bashScript(commands)}`;
}

/** The words before the cursor that are commands name the command; its words are offered. */
function bashScript(commands: readonly CommandWords[]): string {
  const name = nameOf(commands);
  const cases = commands.map(({ path, subcommands, options }) => {
    const words = [...subcommands, ...options].map(({ text }) => text).join(' ');
    return `    ${quoted(path)}) words=${quoted(words)} ;;`;
  });
  const paths = commands.slice(1).map(({ path }) => `      ${quoted(path)}`);
  const choices = commands.flatMap(({ path, options }) =>
    options.flatMap((option) =>
      option.choices === undefined
        ? []
        : [`    ${quoted(`${path} ${option.text}`)}) words=${quoted(option.choices.join(' '))} ;;`],
    ),
  );
  return `_${name}() {
  local path=${quoted(name)} words='' word next
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="$path $word"
    case "$next" in
${paths.join('|\\\n')}) path="$next" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  case "$path $before" in
${choices.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _${name} ${name}
`;
}

function fishScript(commands: readonly CommandWords[]): string {
  const name = nameOf(commands);
  const lines = commands.flatMap(({ path, subcommands, options }) => {
    const condition = `-n ${quoted(conditionOf(path, subcommands))}`;
    return [
      ...subcommands.map(
        ({ text, description }) =>
          `complete -c ${name} -f ${condition} -a ${quoted(text)} -d ${quoted(description)}`,
      ),
      ...options.map((option) => `complete -c ${name} ${condition} ${fishOption(option)}`),
    ];
  });
  return `${lines.join('\n')}\n`;
}

/** Whether all names of a command stand in the line, and none of its subcommands. */
function conditionOf(path: string, subcommands: readonly Word[]): string {
  const seen = path
    .split(' ')
    .slice(1)
    .map((word) => `__fish_seen_subcommand_from ${word}`);
  const names = subcommands.map(({ text }) => text).join(' ');
  const none = names === '' ? [] : [`not __fish_seen_subcommand_from ${names}`];
  return [...seen, ...none].join('; and ');
}

function fishOption({ text, description, choices, takesValue }: Word): string {
  const flag = text.startsWith('--') ? `-l ${text.slice(2)}` : `-s ${text.slice(1)}`;
  const value = takesValue === true ? ' -r' : '';
  const listed = choices === undefined ? '' : ` -f -a ${quoted(choices.join(' '))}`;
  return `${flag}${value}${listed} -d ${quoted(description)}`;
}

const nameOf = (commands: readonly CommandWords[]): string => commands[0]?.path ?? '';

/** A text that no shell reads anything into. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
