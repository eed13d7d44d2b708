import type { RemoteJson } from '@patchwork/host';
import type { ComponentType } from 'react';
import { openStandalone } from './open-standalone.tsx';
import { componentIn } from './standalone-remotes.tsx';

// '@remote' is an alias of the remote's folder, which the build sets (see kit.ts).
const root = import.meta.webpackContext('@remote', { recursive: false, regExp: /\/remote\.json$/ });
const exposed = import.meta.webpackContext('@remote/src/exposes', { regExp: /\.tsx$/ });
const apis = import.meta.webpackContext('@remote/src/exposes', { regExp: /\/\w[\w-]*\.ts$/ });
const gallery = import.meta.webpackContext('@remote/src', { regExp: /[/.]gallery\.tsx$/ });
const uiGallery = import.meta.webpackContext('../../shop/ui/src', {
  regExp: /[/.]gallery\.[jt]sx?$/,
});

const declaration = root('./remote.json') as RemoteJson;

const sectionsOf = (files: typeof gallery, owner: string) =>
  files.keys().map((file) => ({
    title: `${owner}: ${file.slice('./'.length)}`,
    examples: files(file) as Readonly<Record<string, ComponentType>>,
  }));

void openStandalone(declaration, {
  componentOf: (module) => componentIn(exposed(`${module}.tsx`)),
  exportsOf: (module) => apis(`${module}.ts`),
  gallery: [...sectionsOf(gallery, declaration.id), ...sectionsOf(uiGallery, 'ui')],
});
