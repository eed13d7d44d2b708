import { useKeptFilters } from '../../useKeptFilters.ts';
import { Categories } from './Categories.tsx';
import { Hero } from './Hero.tsx';

export function HomePage() {
  useKeptFilters();
  return (
    <>
      <Hero />
      <Categories />
    </>
  );
}
