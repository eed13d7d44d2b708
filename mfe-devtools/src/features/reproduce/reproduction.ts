import { isOwnPath } from '@patchwork/domain';
import type { ActiveRemotes } from '@patchwork/host';
import type { Inspection } from '@patchwork/kit/devtools';
import {
  type MockControl,
  type MockSnapshot,
  type PatchStep,
  snapshotSchema,
} from '@patchwork/mock-server';
import { useLocation } from '@patchwork/shop';
import { useAtomValue } from 'jotai';
import { useMemo, useSyncExternalStore } from 'react';
import * as v from 'valibot';
import type { Fact } from '../../controls.tsx';
import { draftAtom, draftSchema, toShared } from '../../draft.ts';
import { counted } from '../../measure.ts';
import { describeDelay, describeFailures, describeResponse, scenarios } from '../../mock.ts';
import { settingValue } from '../../registry.ts';
import { hideInAddress, hideInHeader, hideInValue } from '../../secrets.ts';

/** Version of the link format. Raise it when older panels can't read new links. */
export const formatVersion = 1;

/** Whether a text is a path within the shop that no browser would change by normalizing it. */
function isPath(path: string): boolean {
  if (!isOwnPath(path)) return false;
  const { pathname, search } = new URL(path, 'http://patchwork.invalid');
  return pathname + search === path;
}

export const reproductionSchema = v.object({
  version: v.literal(formatVersion),
  /** Ids and versions of the remotes on the page that created the link. */
  shop: v.record(v.string(), v.string()),
  path: v.pipe(v.string(), v.check(isPath, 'it does not lead to a page of this shop')),
  /** Snapshot of the mock, which alone has the rows to check whether the snapshot's steps lead to valid data. */
  mock: v.optional(snapshotSchema),
  draft: v.optional(draftSchema),
  /** Values of settings that the tab has instead of the shop's, by remote id and name. */
  settings: v.optional(v.record(v.string(), v.record(v.string(), settingValue))),
});

/** State of a page in a reproduction link. */
export type Reproduction = v.InferOutput<typeof reproductionSchema>;

/** Returns the versions of a page's remotes by id. */
export const versionsOf = ({ remotes }: ActiveRemotes): Reproduction['shop'] =>
  Object.fromEntries(remotes.map(({ id, version }) => [id, version]));

const tableOf = ({ path }: PatchStep): string => path.split('/')[1] ?? '';

/** Describes data changes: '3 changes in products, 1 change in users'. */
function describeDifference(difference: readonly PatchStep[]): string {
  const counts = new Map<string, number>();
  for (const step of difference) counts.set(tableOf(step), (counts.get(tableOf(step)) ?? 0) + 1);
  if (counts.size === 0) return 'as the scenario has it';
  return [...counts]
    .map(([table, count]) => `${counted(count, 'change', 'changes')} in ${table}`)
    .join(', ');
}

function summarizeMock({ scenario, settings, difference }: MockSnapshot): Fact[] {
  const failures = describeFailures(settings.failures);
  const { responses = [] } = settings;
  return [
    ['Scenario', scenarios[scenario].title],
    ['Delay', describeDelay(settings.delay)],
    ['Seed', String(settings.seed)],
    ['Failures', ...(failures.length > 0 ? failures : ['none'])],
    ['Own responses', ...(responses.length > 0 ? responses.map(describeResponse) : ['none'])],
    ['Data', describeDifference(difference)],
  ];
}

/** Describes the changes that a link would make. */
export const summarize = ({ path, mock, draft, settings = {} }: Reproduction): Fact[] => [
  ['Page', path],
  ...(mock ? summarizeMock(mock) : []),
  ...(draft ? [['Tester’s draft', `${draft.method} ${draft.endpoint}`] as const] : []),
  ...Object.entries(settings).map(
    ([id, values]): Fact => [
      `Settings of ${id}`,
      ...Object.entries(values).map(([name, value]) => `${name} is ${value}`),
    ],
  ),
];

type Versions = Readonly<Record<string, string>>;

/** Lists the link's remotes that this page has in another version or not at all, one sentence each. */
export const compareVersions = (made: Versions, here: Versions): string[] =>
  Object.entries(made).flatMap(([id, version]) => {
    const own = here[id];
    if (own === version) return [];
    return own === undefined
      ? `Made with ${id} ${version}, which this page does not have.`
      : `Made with ${id} ${version}, here ${own}.`;
  });

const never = () => () => undefined;
const nothing = () => undefined;

/** Empties the secrets of the responses that the developer set. The mock itself leaves out those of its users. */
function shareable({ settings, ...snapshot }: MockSnapshot): MockSnapshot {
  const responses = settings.responses?.map(({ headers, body, ...response }) => ({
    ...response,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, hideInHeader(name, value)]),
    ),
    ...(body !== undefined && { body: hideInValue(body) }),
  }));
  return { ...snapshot, settings: { ...settings, ...(responses && { responses }) } };
}

/** Returns this page's state, including the mock's if `control` is given, and updates it after each change. */
export function useReproduction(
  inspection: Inspection,
  control: MockControl | undefined,
  withDraft: boolean,
): Reproduction {
  const { pathname, search } = useLocation();
  const { settings } = inspection.remoteControls;
  const draft = useAtomValue(draftAtom, { store: inspection.store });
  const state = useSyncExternalStore(control?.subscribe ?? never, control?.read ?? nothing);
  return useMemo(
    () => ({
      version: formatVersion,
      shop: versionsOf(inspection.active),
      path: hideInAddress(pathname + search),
      ...(state && control && { mock: shareable(control.exportSnapshot()) }),
      ...(withDraft && { draft: toShared(draft) }),
      ...(Object.keys(settings).length > 0 && { settings }),
    }),
    [inspection.active, settings, pathname, search, state, control, withDraft, draft],
  );
}
