import { eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { shoppers } from '../database/schema.ts';
import { listShoppers } from '../operator/shoppers.ts';
import { describeOnEachDatabase } from '../testing/databases.ts';
import { fillSearchKeys } from './search-keys.ts';
import { addShopper } from './shopper-rows.ts';

/** Adds shoppers with this name as the version before the keys does. Their emails are '1@old.example' and so on. */
const addOld = (name: string, count = 1) => sql`
  insert into shoppers (id, email, email_key, name, first_name, last_name, profile, password_hash)
  select gen_random_uuid(), n || '@old.example', n || '@old.example', ${name}, '', '', '{}', '$hash'
  from generate_series(1, ${count}::int) as n`;

/** Deletes an account as the version before the keys does. */
const eraseOld = sql`
  update shoppers set email = '', email_key = 'deleted ' || id, name = '', first_name = '', last_name = '',
    profile = '{}', password_hash = '', role = 'shopper', email_confirmed_at = null, disabled_at = now(), updated_at = now()
  where email_key = 'meera@patchwork.example'`;

describeOnEachDatabase((newDatabase) => {
  let opened: OpenDatabase;

  beforeAll(async () => {
    opened = await openDatabase(await newDatabase());
  }, 60_000);

  afterAll(() => opened.close());

  beforeEach(() => opened.db.execute(sql`truncate shoppers cascade`));

  const reader = { actor: 'Ravi', action: 'shoppers find' };

  const find = async (search: string) =>
    (await listShoppers(opened.db, { limit: 20, search }, reader))?.shoppers.map(
      ({ email }) => email,
    );

  const withoutKeys = () => opened.db.$count(shoppers, isNull(shoppers.nameKey));

  const meera = {
    ...{ email: 'meera@patchwork.example', name: 'İpek Demir', firstName: 'İpek', lastName: '' },
    ...{ profile: {}, passwordHash: '' },
  };

  test('a shopper whom the version before has signed up is found at once, and by any case once the keys are filled in', async () => {
    await opened.db.execute(addOld('Işık'));
    for (const search of ['Işık', '1@OLD']) expect(await find(search)).toEqual(['1@old.example']);
    await fillSearchKeys(opened.db);
    for (const search of ['IŞIK', 'ışık', '1@OLD']) {
      expect(await find(search)).toEqual(['1@old.example']);
    }
  });

  test('a shopper whom this version signs up has keys, and loses none by a change of something else', async () => {
    await addShopper(opened.db, meera);
    await opened.db.update(shoppers).set({ role: 'operator' });
    expect(await withoutKeys()).toBe(0);
  });

  test('a name that a program without keys changes is forgotten, and its new keys are filled in', async () => {
    await addShopper(opened.db, meera);
    await opened.db.update(shoppers).set({ name: 'Zoya Khan' });
    expect(await find('ipek')).toEqual([]);
    await fillSearchKeys(opened.db);
    expect(await find('ZOYA')).toEqual([meera.email]);
  });

  test('nothing is left of the name of a shopper whom the version before deletes', async () => {
    await addShopper(opened.db, meera);
    await opened.db.execute(eraseOld);
    await fillSearchKeys(opened.db);
    const [row] = await opened.db.select().from(shoppers).where(eq(shoppers.email, ''));
    expect(JSON.stringify(row)).not.toMatch(/demir|meera@/i);
    expect(await find('ipek')).toEqual([]);
  });

  test('missing keys are filled in by several processes at once, in batches', async () => {
    await opened.db.execute(addOld('Asha Rao', 1_600));
    await Promise.all([1, 2, 3].map(() => fillSearchKeys(opened.db)));
    expect(await withoutKeys()).toBe(0);
    expect(await opened.db.$count(shoppers, eq(shoppers.nameKey, 'asha rao'))).toBe(1_600);
  });

  test('a stopping server fills in no further batch', async () => {
    await opened.db.execute(addOld('Asha Rao'));
    await fillSearchKeys(opened.db, AbortSignal.abort());
    expect(await withoutKeys()).toBe(1);
  });
});
