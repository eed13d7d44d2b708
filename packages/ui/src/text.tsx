import { type ComponentProps, useId } from 'react';
import styles from './text.module.css';

interface PriceProps {
  /** As text, with the currency. */
  now: string;
  /** The original price and the discount; undefined for a price that is not reduced. */
  reduction: { was: string; off: string } | undefined;
  size?: 'regular' | 'large';
}

/** A price, and for a reduced one the original price and the discount. */
export function Price({ now, reduction, size = 'regular' }: PriceProps) {
  return (
    <p className={styles.price} data-size={size}>
      <strong className={styles.now}>{now}</strong>
      {reduction && (
        <>
          <s className={styles.was}>
            <span className="visually-hidden">Original price </span>
            {reduction.was}
          </s>
          <span className={styles.off}>{reduction.off}</span>
        </>
      )}
    </p>
  );
}

interface SectionProps extends ComponentProps<'section'> {
  title: string;
  level?: 2 | 3;
}

/** A part of a page that its heading names, as a landmark too. */
export function Section({ title, level = 2, children, ...section }: SectionProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section {...section} aria-labelledby={id}>
      <Heading id={id} className={styles.sectionTitle}>
        {title}
      </Heading>
      {children}
    </section>
  );
}

interface TableHeadProps {
  columns: readonly string[];
  /** For screen readers only. */
  hidden?: boolean;
}

/** The headings of a table's columns. */
export function TableHead({ columns, hidden = false }: TableHeadProps) {
  return (
    <thead className={hidden ? 'visually-hidden' : undefined}>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The stitched line, the shop's only ornament. It is hidden from screen readers. */
export function Stitch() {
  return <div aria-hidden="true" className={styles.stitch} />;
}
