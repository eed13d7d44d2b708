import { useState } from 'react';
import { Tabs } from './Tabs.tsx';

const tabs = [
  { id: 'profile', title: 'PROFILE', panel: <p>Name and email.</p> },
  { id: 'addresses', title: 'ADDRESSES', panel: <p>Two addresses.</p> },
  { id: 'orders', title: 'ORDERS', panel: <p>No orders yet.</p> },
];

function Example({ variant }: { readonly variant: 'page' | 'section' | 'bar' }) {
  const [selected, select] = useState('profile');
  return (
    <Tabs label="Profile" variant={variant} tabs={tabs} selected={selected} onSelect={select} />
  );
}

export const Page = () => <Example variant="page" />;

export const PartOfASection = () => <Example variant="section" />;

export const Bar = () => <Example variant="bar" />;
