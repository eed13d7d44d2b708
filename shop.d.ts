// Generated from the remotes' declarations (remote.json). Do not edit.

interface PatchworkPages {
  cart: object;
  checkout: object;
  'confirm-email': object;
  delivery: object;
  'forgot-password': object;
  help: object;
  home: object;
  login: object;
  logout: object;
  'order-placed': object;
  orders: object;
  privacy: object;
  product: { productId: string };
  'product-list': object;
  profile: object;
  'request-tester': object;
  'reset-password': object;
  returns: object;
  signup: object;
  'stock-alert': object;
  wishlist: object;
}

interface PatchworkStores {
  'devtools-boundaries': 'tab';
  'devtools-height': 'tab';
  'devtools-rows': 'tab';
  'devtools-tab': 'tab';
  'override-addresses': 'shop';
  'placed-order': 'tab';
  'recently-viewed': 'shop';
  'selected-address': 'tab';
  'tester-draft': 'tab';
  'tester-history': 'shop';
  'unsaved-address': 'tab';
}

interface PatchworkSettings {
  'mfe-catalog': {
    'first-row': { value: 'categories' | 'bestsellers'; default: 'categories' };
  };
}
