import { expect, test } from 'vitest';
import { importsInBuild } from './build-imports.ts';

const container = `var r={};r.consumesLoadingData={moduleIdToConsumeDataMapping:{
  NIM:{shareScope:"default",shareKey:"@patchwork/state",import:null},
  804:{shareScope:"default",shareKey:"react",import:null}}};`;

const read = (...scripts: string[]) =>
  importsInBuild(
    new Map([container, ...scripts].map((script, index) => [`${index}.js`, script] as const)),
  );

test('the names of shared packages are read from the scripts of a build, each with one of them', () => {
  const chunk = `push([["a"],{bnj(e,t,c){
    let n=c("NIM"),o;o=c(804);
    t.Component=()=>[(0,n.useCart)(n.cartAtom),o.useState,c("NIM").toast]}}]);`;
  const other = 'push([["b"],{x(e,t,c){const{cartAtom:a,wishlistAtom:b}=c("NIM");t.x=[a,b]}}]);';
  expect(read(chunk, other)).toEqual({
    '@patchwork/state': { useCart: '1.js', cartAtom: '1.js', toast: '1.js', wishlistAtom: '2.js' },
    react: { useState: '1.js' },
  });
});

test('a variable of the same name in another function is another variable', () => {
  const chunk = `push([["a"],{bnj(e,t,c){var n=c("NIM");t.total=(list)=>list.map((n)=>n.price)},
    otD(e,t,c){var n=c("bnj");t.y=n.total}}]);`;
  expect(read(chunk)).toEqual({});
});

test('scripts of another kind have no such names', () => {
  expect(
    importsInBuild(new Map([['remoteEntry.js', 'globalThis.mfe_x={get(){},init(){}}']])),
  ).toEqual({});
});
