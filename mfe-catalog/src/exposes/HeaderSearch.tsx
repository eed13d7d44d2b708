export { HeaderSearch as Component } from '../features/search/HeaderSearch.tsx';
