/** A page that is measured. The selectors name elements that a visitor waits for. */
export interface MeasuredPage {
  readonly name: string;
  readonly path: string;
  /** Whether the visitor is logged in, with a product in the cart. */
  readonly session?: true;
  /** All of them in sight, pictures loaded: the page can be read. */
  readonly readable: readonly string[];
  /** All of them in sight, with React's handlers attached: the page can be used. */
  readonly usable: readonly string[];
}

const heading = 'main h1';
const filter = 'main aside input[type="checkbox"]';
const button = 'main article button, main h1 ~ div button';

export const homePage: MeasuredPage = {
  name: 'home',
  path: '/',
  readable: [heading, 'main section a img'],
  usable: ['main h3 a'],
};

export const listPage: MeasuredPage = {
  name: 'list',
  path: '/productlist',
  readable: [heading, filter],
  usable: [filter, 'main article button'],
};

export const detailPage: MeasuredPage = {
  name: 'detail',
  path: '/productlist/puddle-raincoat',
  readable: [heading],
  usable: [button],
};

export const cartPage: MeasuredPage = {
  name: 'cart',
  path: '/cart',
  session: true,
  readable: [heading],
  usable: ['main article button[aria-label^="Increase"]'],
};

export const pages: readonly MeasuredPage[] = [homePage, listPage, detailPage, cartPage];
