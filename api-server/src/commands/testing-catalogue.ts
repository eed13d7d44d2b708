export const header = 'id,title,category,size,price,stock';
export const shirt = 'shirt,Plain Shirt,MEN,M,1500,7';
export const csv = (...lines: string[]) => [header, ...lines, ''].join('\n');

export const nothing = 'Nothing was imported: catalogue.csv has faults';
export const rupees = 'price is a whole number of rupees, from 0 to 999999999';

/** What is wrong in a file, the file, and what the import says: a sentence, then its details. */
export const faults: [fault: string, content: string, ...said: string[]][] = [
  ['no content', '', 'catalogue.csv is empty'],
  ['a header alone', `${header}\n`, 'Nothing was imported: catalogue.csv has no product'],
  [
    'a missing column',
    'id,title\na,b\n',
    'catalogue.csv, line 1: the column category, size, price is missing',
  ],
  ['an unknown column', `${header},colour\n`, 'catalogue.csv, line 1: there is no column colour'],
  ['a column twice', `${header},size\n`, 'catalogue.csv, line 1: the column size is there twice'],
  ['too few cells', csv('a,b'), 'catalogue.csv, line 2: the number of cells is not that of line 1'],
  [
    'an open quote',
    csv('"a,b,MEN,S,1,1'),
    'catalogue.csv, line 2: a quote is opened and never closed',
  ],
  [
    'an id twice',
    csv('a,b,MEN,S,1,1', 'c,d,MEN,S,1,1', 'a,e,MEN,S,1,1'),
    nothing,
    'line 4: the id a is that of line 2 too',
  ],
  ['a negative price', csv('a,b,MEN,S,-5,1'), nothing, `line 2: ${rupees}`],
  ['a price with a fraction', csv('a,b,MEN,S,9.5,1'), nothing, `line 2: ${rupees}`],
  ['a price beyond all bounds', csv('a,b,MEN,S,1000000000,1'), nothing, `line 2: ${rupees}`],
  ['no price', csv('a,b,MEN,S,,1'), nothing, `line 2: ${rupees}`],
  [
    'an unknown category',
    csv('a,b,DOGS,S,1,1'),
    nothing,
    'line 2: category is one of MEN, WOMEN, KIDS',
  ],
  [
    'two faults',
    csv('a,b,MEN,XS,1,1', 'c,d,MEN,S,1,many'),
    nothing,
    'line 2: size is one of S, M, L, XL, XXL',
    'line 3: stock is a whole number of pieces, from 0 to 999999999',
  ],
  ...['a/b', 'a\\b', 'a\u0007b', 'a\u0085b'].map((id): [string, string, string, string] => [
    `an id that is no part of an address: ${JSON.stringify(id)}`,
    csv(`${id},b,MEN,S,1,1`),
    nothing,
    'line 2: id has a character that its address can’t have: / or \\, a control character, or half a surrogate pair',
  ]),
  ...['.', '..'].map((id): [string, string, string, string] => [
    `the id ${id}`,
    csv(`${id},b,MEN,S,1,1`),
    nothing,
    'line 2: id can’t be . or .., which an address gives a meaning',
  ]),
  [
    'an id that is too long',
    csv(`${'a'.repeat(201)},b,MEN,S,1,1`),
    nothing,
    'line 2: id is a text of 1 to 200 characters',
  ],
  [
    'a picture by script',
    `${header},image\na,b,MEN,S,1,1,javascript:alert(1)\n`,
    nothing,
    'line 2: image is an address that begins with https:// or a path that begins with /',
  ],
  [
    'a rating above 5',
    `${header},rating\na,b,MEN,S,1,1,5.1\n`,
    nothing,
    'line 2: rating is a number from 0 to 5',
  ],
  [
    'the character 0',
    csv('a,b\0,MEN,S,1,1'),
    nothing,
    'line 2: title has a character that a text can’t have (code 0)',
  ],
];
