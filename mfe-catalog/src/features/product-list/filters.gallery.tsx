import { useState } from 'react';
import { Choices, PriceSlider } from './FilterPanel.tsx';

const sizes = [
  ['S', 'S'],
  ['M', 'M'],
  ['L', 'L'],
] as const;

export const OneOfAList = () => (
  <Choices legend="Size" type="radio" options={sizes} chosen={['M']} onChoose={() => {}} />
);

export const AnyOfAList = () => (
  <Choices legend="Size" type="checkbox" options={sizes} chosen={['S', 'M']} onChoose={() => {}} />
);

export const AnyOfARow = () => (
  <Choices
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
  return <PriceSlider value={price} limit={4000} onChange={setPrice} />;
}
