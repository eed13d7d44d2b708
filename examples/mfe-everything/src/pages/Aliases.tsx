import { PageHeading } from '@patchwork/shop/ui';
import { greet as imported } from '#lib/aliased';
import { type Greeting, greet } from '@/lib/aliased';

const hellos: readonly Greeting[] = [greet('paths'), imported('imports')];

/** Modules by the paths of tsconfig.json, and by the imports of package.json. */
export function Aliases() {
  return (
    <div className="container">
      <PageHeading>Path aliases</PageHeading>
      {hellos.map((hello) => (
        <p key={hello}>{hello}</p>
      ))}
    </div>
  );
}
