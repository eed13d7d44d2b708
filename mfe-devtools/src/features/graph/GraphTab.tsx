import type { Inspection } from '@patchwork/kit/devtools';
import { useAtomValue } from 'jotai';
import { Facts } from '../../controls.tsx';
import { useRegions } from '../../regions.ts';
import look from '../../styles.module.css';
import { graphOf, type Node, regionOf, type Use } from './graph.ts';

const useText = ({ name, others }: Use): string =>
  others.length === 0 ? name : `${name}, also ${others.join(', ')}`;

const orNone = (texts: readonly string[]): readonly string[] =>
  texts.length === 0 ? ['none'] : texts;

/** What one piece shows and uses. */
function NodeItem({ node }: { readonly node: Node }) {
  const { id, version, places, modules, shared, calls } = node;
  const isShell = id === 'shell';
  return (
    <li className={look.entry}>
      <h3 className={look.title}>
        {id} <span className={look.soft}>{version}</span>
      </h3>
      <Facts
        facts={[
          ['Shows', ...orNone(isShell ? ['frame'] : [...new Set(places)])],
          ...(isShell ? [] : [['Modules', ...modules] as const]),
          ...(isShell ? [] : [['Shared packages', ...orNone(shared.map(useText))] as const]),
          ['API calls', ...orNone(calls.map(useText))],
        ]}
      />
    </li>
  );
}

/** Tab with the pieces on the page: what each shows, has loaded, shares and calls, and who else uses the same. */
export function GraphTab({ inspection }: { readonly inspection: Inspection }) {
  const { store, active, loadsAtom, callsAtom, sharedBy } = inspection;
  const loads = useAtomValue(loadsAtom, { store });
  const calls = useAtomValue(callsAtom, { store });
  const regions = useRegions().map(regionOf);
  const page = regions.find(({ owner, slot }) => owner !== 'shell' && slot === undefined);
  const slots = regions.filter(({ slot }) => slot !== undefined);
  return (
    <div className={`${look.stack} ${look.loose}`}>
      <section aria-label="This page">
        <h3 className={look.title}>{location.pathname}</h3>
        <p>{page ? `Page of ${page.owner} ${page.version}` : 'A page of the shell'}</p>
        <ul aria-label="Slots">
          {slots.map(({ slot, owner, version }, index) => (
            <li key={`${slot} ${owner} ${index}`}>
              <code>{slot}</code> is filled by {owner} {version}
            </li>
          ))}
        </ul>
      </section>
      <ul className={look.lines} aria-label="Pieces">
        {graphOf({ active, regions, loads, calls, sharedBy }).map((node) => (
          <NodeItem key={node.id} node={node} />
        ))}
      </ul>
    </div>
  );
}
