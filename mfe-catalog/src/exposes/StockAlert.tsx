export { StockAlertPage as Component } from '../features/stock-alert/StockAlertPage.tsx';
