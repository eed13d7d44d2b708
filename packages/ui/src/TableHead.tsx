interface TableHeadProps {
  columns: readonly string[];
  /** Whether it is for screen readers only. */
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
