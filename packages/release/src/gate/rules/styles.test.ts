import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../testing.ts';
import { remoteVersion } from '../testing.ts';
import { checkStyles } from './styles.ts';

const sheet = 'static/css/async/Home.1a2b3c.css';

async function styled(css: string) {
  const folder = await temporaryFolder();
  await writeFiles(folder, { [sheet]: css });
  return remoteVersion({ integrity: { [sheet]: 'sha384-any' } }, folder);
}

test('styles of the remote’s own elements, in its own layer', async () => {
  const remote = await styled('@layer app.mfe-shop{.mfe-shop-card-1a2b3c{color:red}}');
  expect(await checkStyles(remote)).toEqual([]);
});

test('a style that hides the shop', async () => {
  const remote = await styled('@layer app.mfe-shop{body{display:none}}');
  expect(await checkStyles(remote)).toEqual([
    {
      severity: 'refusal',
      rule: 'styles',
      file: sheet,
      message: `${sheet} of mfe-shop 1.1.0-aaaaaaaaaa has the rule “body”. It can match elements that are not the remote’s own: write a class of the module into each selector, on the element that is styled or on one around it.`,
      ours: 'mfe-shop 1.1.0-aaaaaaaaaa',
    },
  ]);
});

test('a style outside of the remote’s layer, which would win over every piece', async () => {
  const remote = await styled('.mfe-shop-card-1a2b3c{color:red}');
  expect((await checkStyles(remote)).map(({ message }) => message)).toEqual([
    `${sheet} of mfe-shop 1.1.0-aaaaaaaaaa has the rule “.mfe-shop-card-1a2b3c”. It is not in the remote’s layer: write all of the sheet into @layer app.mfe-shop, as remoteConfig of @patchwork/build does.`,
  ]);
});

test('of many bad styles in a file the first three are shown', async () => {
  const remote = await styled('@layer app.mfe-shop{a{x:y}b{x:y}i{x:y}p{x:y}}');
  expect(await checkStyles(remote)).toHaveLength(3);
});
