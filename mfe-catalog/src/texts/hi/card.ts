// Written by “pnpm types” from messages/hi/card.json.
import { createElement, Fragment } from 'react';
import type { Texts } from '../card.ts';

export const texts: Texts = [
  `सबसे ज़्यादा बिकने वाले`,
  `सबसे ज़्यादा बिकने वाले उत्पाद लोड नहीं हो सके।`,
  `सबसे ज़्यादा बिकने वाले उत्पाद अपडेट नहीं हो सके।`,
  `कार्ट में जाएँ`,
  `कार्ट में जोड़ें`,
  `स्टॉक में नहीं`,
  (values) => `साइज़ ${values.size}`,
  `साइज़`,
  `स्टॉक में नहीं`,
  (values) => (`${values.count} रंग`),
  `अभी कोई रेटिंग नहीं`,
  (values) => createElement(Fragment, null, values.hidden(`रेटिंग, 5 में से `), `${values.rating}`),
  `विशलिस्ट में जोड़ें`,
  `विशलिस्ट से हटाएँ`,
];
