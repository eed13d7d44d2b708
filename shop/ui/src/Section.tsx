import { type ComponentProps, useId } from 'react';
import styles from './Section.module.css';

interface SectionProps extends ComponentProps<'section'> {
  title: string;
  level?: 2 | 3;
}

/** A page section labelled by its heading, which makes it a landmark. */
export function Section({ title, level = 2, children, ...section }: SectionProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section {...section} aria-labelledby={id}>
      <Heading id={id} className={styles.title}>
        {title}
      </Heading>
      {children}
    </section>
  );
}
