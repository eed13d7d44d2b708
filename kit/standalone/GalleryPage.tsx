import { PageHeading } from '@patchwork/shop/ui';
import type { ComponentType } from 'react';
import styles from './standalone.module.css';

export const galleryPath = '/gallery';

/** Examples of one gallery file. Each export shows a component in one state. */
export interface GallerySection {
  readonly title: string;
  readonly examples: Readonly<Record<string, ComponentType>>;
}

/** Formats 'LongName' as 'Long name'. */
const sentence = (name: string): string =>
  name.charAt(0) + name.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Page that shows the components of the remote and of shop/ui, each in its states. */
export function GalleryPage({ sections }: { readonly sections: readonly GallerySection[] }) {
  return (
    <div className="container">
      <PageHeading>Gallery</PageHeading>
      {sections.map(({ title, examples }) => (
        <section key={title} className={styles.section}>
          <h2>{title}</h2>
          {Object.entries(examples).map(([name, Example]) => (
            <figure key={name} className={styles.example}>
              <figcaption>{sentence(name)}</figcaption>
              <Example />
            </figure>
          ))}
        </section>
      ))}
    </div>
  );
}
