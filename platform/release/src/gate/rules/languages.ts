import { languagesOf, type PublishedRemote, segmentsOf } from '@patchwork/host';
import { type Finding, listed, refusal } from '../../findings.ts';
import { nameOf, type RemoteVersion, releaseName } from '../live.ts';

/** Refuses a version that lacks a language of one that was live: its readers would get English from one day to the next. */
export function checkLanguages(
  remote: RemoteVersion,
  before: readonly PublishedRemote[],
): Finding[] {
  const ours = nameOf(remote);
  const { id, languages: own = [] } = remote.release;
  return before
    .filter((release) => release.id === id)
    .flatMap((release) => {
      const dropped = languagesOf([release]).filter((language) => !own.includes(language));
      if (dropped.length === 0) return [];
      const prefixes = listed(dropped.map((language) => `/${language}`));
      const message = `remote.json of ${ours} lacks the language ${listed(dropped)}, which ${releaseName(release)} has, which is live: whoever reads the shop at ${prefixes} would get English. Put "languages" and its messages back.`;
      const more = { file: 'remote.json', live: releaseName(release), flag: '--anyway' };
      return [refusal('languages', ours, message, more)];
    });
}

/** Refuses a path that begins with the prefix of a language: another page would have the same address in it. */
export function checkPrefixes(remote: RemoteVersion, others: readonly RemoteVersion[]): Finding[] {
  const ours = nameOf(remote);
  const all = [remote, ...others];
  const languages = languagesOf(all.map(({ release }) => release));
  return all.flatMap((each) =>
    each.release.routes
      .flatMap(({ path, from = [] }) => [path, ...from])
      .flatMap((path) => {
        const language = languages.find((code) => code === segmentsOf(path)[0]?.toLowerCase());
        const isOurs = each === remote || remote.release.languages?.includes(language ?? '');
        if (!language || !isOurs) return [];
        const message = `${nameOf(each)} has the path ${path}, and /${language} is where the shop is in that language. Choose another path.`;
        const live = each === remote ? {} : { live: nameOf(each) };
        return [refusal('languages', ours, message, { file: 'remote.json', ...live })];
      }),
  );
}
