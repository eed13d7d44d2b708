interface TableHeadProps {
  columns: readonly string[];
  /** Whether only screen readers get the headings. */
  hidden?: boolean;
}

/** Column headings of a table. */
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
