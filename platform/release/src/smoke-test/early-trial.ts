import { rm } from 'node:fs/promises';
import type { PublishedRemote } from '@patchwork/host';
import type { Finding } from '../findings.ts';
import type { Gate, GateQuestion } from '../pointers/context.ts';
import { askEarly } from '../pointers/staging.ts';
import { createTemporaryFolder } from '../release-folder/files.ts';
import { shellName } from '../release-folder/layout.ts';
import { hashOfRemote } from '../release-folder/release-file.ts';
import type { SmokeTest } from './smoke-test.ts';
import { candidatesIn } from './trial-shop.ts';

type Builds = Parameters<typeof askEarly>[0];

/** A smoke test that can begin while pieces are built and their types read: these take as long as its pages. */
export interface EarlySmokeTest {
  /**
   * Begins to open the pages of builds, as they would be after their publication to a release folder, once `built`
   * has resolved.
   */
  readonly begin: (release: string, builds: Builds, built: Promise<unknown>) => void;
  /** Returns the findings of what has begun, if it has opened the same files, else asks the smoke test. */
  readonly gate: Gate;
  /** Ends what has begun and nobody has asked for. */
  readonly end: () => void;
}

const isOfTypes = (file: string): boolean => file.startsWith('types/');

/** Hashes all of a version that a page can depend on. */
const hashOfPages = (version: PublishedRemote): string =>
  hashOfRemote({
    ...version,
    integrity: Object.fromEntries(
      Object.entries(version.integrity).filter(([file]) => !isOfTypes(file)),
    ),
  });

/** Describes all versions that a trial opens: those that it tries by their content, because their names may differ. */
function describe(question: GateQuestion): string {
  const { chosen, newShell } = candidatesIn(question);
  const { shell, remoteOrigins } = question.after;
  const remotes = chosen.map(({ version, isCandidate }) =>
    isCandidate ? [version.id, hashOfPages(version)] : version.version,
  );
  return JSON.stringify([shell?.version, newShell, remoteOrigins, remotes]);
}

const candidatesOf = (question: GateQuestion): PublishedRemote[] =>
  candidatesIn(question).chosen.flatMap(({ version, isCandidate }) =>
    isCandidate ? [version] : [],
  );

/** Replaces the names of the versions that a trial has opened by those that they got with their types. */
function rename(findings: readonly Finding[], tried: GateQuestion, asked: GateQuestion): Finding[] {
  const names = new Map(candidatesOf(asked).map(({ id, version }) => [id, version]));
  const renamed = (text: string) =>
    candidatesOf(tried).reduce(
      (next, { id, version }) => next.replaceAll(version, names.get(id) ?? version),
      text,
    );
  return findings.map((finding) => ({
    ...finding,
    message: renamed(finding.message),
    ours: renamed(finding.ours),
    ...(finding.live !== undefined && { live: renamed(finding.live) }),
  }));
}

interface Trial {
  readonly question: GateQuestion;
  readonly findings: readonly Finding[];
}

/** Creates a smoke test that can begin early from one that can't. */
export function createEarlySmokeTest(smokeTest: SmokeTest): EarlySmokeTest {
  let begun: Promise<Trial | undefined> | undefined;
  const ending = new AbortController();

  async function open(release: string, builds: Builds, built: Promise<unknown>): Promise<Trial> {
    const creating = createTemporaryFolder('patchwork-early-');
    const asked = Promise.all([creating, built]).then(([folder]) =>
      askEarly(builds, release, folder),
    );
    // Settles also if the smoke test fails before it waits for the build, whose files are copied all the same.
    const copied = asked.catch(() => undefined);
    try {
      const findings = await smokeTest(asked, ending.signal);
      return { question: await asked, findings };
    } finally {
      await copied;
      await rm(await creating, { recursive: true, force: true });
    }
  }

  return {
    begin(release, builds, built) {
      // Its files lie beside those of its other versions: only a publication sorts them out.
      if (builds.some(({ name }) => name === shellName)) return;
      // What is wrong with a build is told by the command itself.
      begun = open(release, builds, built).catch(() => undefined);
    },
    async gate(question) {
      const trial = await begun;
      return trial && describe(trial.question) === describe(question)
        ? rename(trial.findings, trial.question, question)
        : smokeTest(question);
    },
    end: () => ending.abort(),
  };
}
