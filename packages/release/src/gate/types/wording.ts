import { listed } from '../words.ts';
import type { TypeFault } from './faults.ts';

/** Names and versions of a remote, a shell, and of the remote that has a slot. */
export interface Names {
  readonly remote: string;
  readonly shell: string;
  readonly owner?: string;
}

type Fault<Rule extends TypeFault['rule']> = Extract<TypeFault, { rule: Rule }>;

function exposedText(fault: Fault<'exposed types'>, { remote, shell, owner }: Names): string {
  const { file, module, slot, reason } = fault;
  const [less, more] = owner ? ['the fragment', 'the slot'] : ['the remote', 'the shell'];
  const use = slot === undefined ? 'of a page' : `in its slot “${slot}”`;
  return `${file} of ${remote}: ${module} is not what ${owner ?? shell} expects ${use}. ${reason} Make one of them fit the other, ${less} by asking for less or ${more} by giving more, and release that one first; or publish both in one command.`;
}

function importedText(fault: Fault<'imported names'>, { remote, shell }: Names): string {
  const { file, module, reason } = fault;
  const names = listed(fault.names);
  return reason === undefined
    ? `${file} of ${remote} imports ${names} from ${module}, which ${shell} does not have in its copy, the one that every piece gets. A name comes with the shell before the first remote that imports it, and goes after the last.`
    : `${file} of ${remote} imports ${names} from ${module}, which ${shell} gives another type. ${reason} Keep the old type, give the new one a new name, or publish both in one command.`;
}

const unreadableText = ({ side, file, missing }: Fault<'types'>, names: Names): string =>
  `${file} of ${names[side]} mentions ${missing}, whose types this workspace does not have: nothing can be checked against them. Run pnpm install in a workspace that has them, and check there.`;

/** A fault as a sentence, whichever of the two is new. */
export function describeFault(fault: TypeFault, names: Names): string {
  switch (fault.rule) {
    case 'exposed types':
      return exposedText(fault, names);
    case 'imported names':
      return importedText(fault, names);
    case 'types':
      return unreadableText(fault, names);
  }
}
