import { useState } from 'react';
import { Choices, PriceSlider } from './FilterPanel.tsx';

const sizes = [
  ['S', 'S'],
  ['M', 'M'],
  ['L', 'L'],
] as const;

export const OneOfAList = () => (
  <Choices
    name="one"
    legend="Size"
    type="radio"
    options={sizes}
    chosen={['M']}
    onChoose={() => {}}
  />
);

export const AnyOfAList = () => (
  <Choices
    name="any"
    legend="Size"
    type="checkbox"
    options={sizes}
    chosen={['S', 'M']}
    onChoose={() => {}}
  />
);

export const AnyOfARow = () => (
  <Choices
    name="row"
    legend="Size"
    type="checkbox"
    look="labels"
    options={sizes}
    chosen={['S', 'M']}
    onChoose={() => {}}
  />
);

export function PriceLimit() {
  const [price, setPrice] = useState(2500);
  return <PriceSlider id="price" value={price} limit={4000} onChange={setPrice} />;
}
