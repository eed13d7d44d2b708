export { Shoppers as Component } from '../Shoppers.tsx';
