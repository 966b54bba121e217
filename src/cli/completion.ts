import addLibrary from '@bomb.sh/tab/commander';
import type { Command } from 'commander';

/** Shells complete the names of files where nothing is suggested, or do not. */
const [FILES, NO_FILES] = [0, 4];

/**
 * Follows what the library writes for bash: names of files are completed, and without the package bash-completion it
 * works as well. The function sets variables of its caller.
 */
const BASH_END = `
declare -F _get_comp_words_by_ref >/dev/null || _get_comp_words_by_ref() {
    words=("\${COMP_WORDS[@]}") cword=$COMP_CWORD
    cur=\${words[cword]} prev=\${words[cword - 1]}
}
complete -o default -o bashdefault -F __docent_complete docent
`;

/** Adds the command `complete`, which prints what a shell needs, and which shells call. */
export function addCompletion(program: Command): void {
  const root = addLibrary(program);
  // The library never permits names of files.
  Object.defineProperty(root, 'directive', {
    get: () => (root.completions.length > 0 ? NO_FILES : FILES),
    set: () => {},
  });
  const command = program.commands.find((each) => each.name() === 'complete');
  command?.hook('postAction', (_, { args }) => {
    if (args[0] === 'bash') process.stdout.write(BASH_END);
  });
}
