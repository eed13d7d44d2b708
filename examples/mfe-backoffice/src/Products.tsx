import { servicesAtom, toast, useSearchParams } from '@patchwork/shop';
import { formatRupees, mapResult } from '@patchwork/shop/domain';
import { Button, FormError } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { type FormEvent, useState } from 'react';
import { changeProduct, listProducts, type Product, type ProductChange } from './api.ts';
import styles from './backoffice.module.css';
import { Field, Frame, More, Search } from './Frame.tsx';
import { listAtom } from './state.ts';

const productsAtom = listAtom<Product>('backoffice-products', async (api, query, options) =>
  mapResult(await api.call(listProducts, { query }, options), ({ products: rows, nextCursor }) => ({
    rows,
    nextCursor,
  })),
);

/** Formats pictures for editing: a line for each, with its URL, a space and its alternative text. */
const writePictures = (pictures: Product['pictures']): string =>
  pictures.map(({ image, alt }) => `${image} ${alt}`).join('\n');

function readPictures(text: string): Product['pictures'] | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const pictures = lines
    .filter((line) => line !== '')
    .map((line) => {
      const [image = '', ...words] = line.split(/\s+/);
      return { image, alt: words.join(' ') };
    });
  return pictures.every(({ alt }) => alt !== '') ? pictures : undefined;
}

/** Returns a product's new colour, and null for none; 'invalid' for an incomplete one. */
function readColour(name: string, swatch: string): Product['colour'] | null | 'invalid' {
  if (name === '' && swatch === '') return null;
  return name !== '' && /^#[\da-f]{6}$/i.test(swatch) ? { name, swatch } : 'invalid';
}

const isRupees = (text: string): boolean => /^\d{1,8}$/.test(text);

/** Returns the changed fields, or a validation message. */
function readChange(fields: FormData, product: Product): ProductChange | string {
  const textOf = (name: string) => String(fields.get(name) ?? '').trim();
  const [price, originalPrice] = [textOf('price'), textOf('originalPrice')];
  const addStock = textOf('addStock') === '' ? '0' : textOf('addStock');
  const image = textOf('image');
  const pictures = readPictures(textOf('pictures'));
  const style = textOf('style');
  const colour = readColour(textOf('colour'), textOf('swatch'));
  if (!isRupees(price) || !isRupees(originalPrice)) return 'Enter each price in whole rupees.';
  if (!/^[+-]?\d{1,6}$/.test(addStock)) return 'Enter the pieces as a number, such as 12 or -3.';
  if (image === '') return 'Enter the address of the picture.';
  if (!pictures) return 'Enter after each further picture’s address what it shows.';
  if (colour === 'invalid') return 'Enter a colour’s name and its value, such as #2b3766.';
  const isHidden = fields.get('isShown') === null;
  return {
    ...(Number(price) !== product.price && { price: Number(price) }),
    ...(Number(originalPrice) !== product.original_price && {
      originalPrice: Number(originalPrice),
    }),
    ...(Number(addStock) !== 0 && { addStock: Number(addStock) }),
    ...(isHidden !== product.isHidden && { isHidden }),
    ...(image !== product.image && { image }),
    ...(writePictures(pictures) !== writePictures(product.pictures) && { pictures }),
    ...(style !== (product.style ?? '') && { style: style || null }),
    ...((colour?.name !== product.colour?.name || colour?.swatch !== product.colour?.swatch) && {
      colour,
    }),
  };
}

interface ProductProps {
  product: Product;
  reload: () => Promise<unknown>;
}

function ProductForm({ product, reload }: ProductProps) {
  const { callApi } = useAtomValue(servicesAtom);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBusy) return;
    setProblem(undefined);
    const change = readChange(new FormData(form), product);
    if (typeof change === 'string') return setProblem(change);
    if (Object.keys(change).length === 0) return setProblem('Nothing is changed yet.');
    setIsBusy(true);
    const changed = await callApi((api) =>
      api.call(changeProduct, { product: product._id, body: change }),
    );
    await reload();
    setIsBusy(false);
    if (!changed.ok) return setProblem(changed.error);
    // Saving twice would add the pieces again.
    form.reset();
    toast.success(`${product.title} is saved.`);
  }

  const price = { inputMode: 'numeric', maxLength: 8, className: styles.control } as const;
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void save(event)}>
      <div className={styles.fields}>
        <Field label="Price in rupees">
          <input {...price} name="price" defaultValue={product.price} />
        </Field>
        <Field label="Original price in rupees">
          <input {...price} name="originalPrice" defaultValue={product.original_price} />
        </Field>
        <Field label="Add pieces, -3 takes away">
          <input name="addStock" maxLength={7} className={styles.control} />
        </Field>
      </div>
      <div className={styles.fields}>
        <Field label="Style, the same for all sizes of a piece">
          <input
            name="style"
            maxLength={200}
            defaultValue={product.style}
            className={styles.control}
          />
        </Field>
        <Field label="Name of the colour">
          <input
            name="colour"
            maxLength={60}
            defaultValue={product.colour?.name}
            className={styles.control}
          />
        </Field>
        <Field label="Colour, such as #2b3766">
          <input
            name="swatch"
            maxLength={7}
            defaultValue={product.colour?.swatch}
            className={styles.control}
          />
        </Field>
      </div>
      <Field label="Address of the picture">
        <input
          name="image"
          maxLength={200}
          defaultValue={product.image}
          className={styles.control}
        />
      </Field>
      <Field label="Further pictures: a line each, with the address and what it shows">
        <textarea
          name="pictures"
          rows={Math.max(2, product.pictures.length)}
          defaultValue={writePictures(product.pictures)}
          className={styles.control}
        />
      </Field>
      <label className={styles.check}>
        <input type="checkbox" name="isShown" defaultChecked={!product.isHidden} />
        Shown in the shop
      </label>
      <FormError message={problem} />
      <Button type="submit" aria-busy={isBusy}>
        Save
      </Button>
    </form>
  );
}

function ProductRow({ product, reload }: ProductProps) {
  const { title, size, price, stock, held, isHidden } = product;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className={styles.product}>
          <span>
            {title} <small>{size}</small>
          </span>
          <span className={styles.sum}>{formatRupees(price)}</span>
          <span>
            {stock} in stock {held > 0 && <small>{held} held</small>}
          </span>
          {isHidden && <span className={styles.status}>Hidden</span>}
        </summary>
        {isOpen && <ProductForm product={product} reload={reload} />}
      </details>
    </li>
  );
}

/** All products, including hidden ones, each with a form for its prices, stock, style, pictures and visibility. */
export function Products() {
  const load = useAtomValue(productsAtom);
  const [fields, setFields] = useSearchParams();
  const search = fields.get('search') ?? '';
  const rows = load.data?.flatMap((part) => part.rows) ?? [];
  return (
    <Frame heading="Products" current="backoffice-products" load={load}>
      <Search
        label="Title or id"
        search={search}
        onSearch={(wanted) => setFields(wanted === '' ? {} : { search: wanted })}
      />
      {rows.length > 0 && (
        <ul className={styles.rows} aria-label="Products" aria-busy={load.isPlaceholderData}>
          {rows.map((product) => (
            <ProductRow key={product._id} product={product} reload={load.refetch} />
          ))}
        </ul>
      )}
      {load.data && rows.length === 0 && <p>No product matches.</p>}
      <More load={load} />
    </Frame>
  );
}
