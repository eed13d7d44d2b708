/** Whether the visitor asks for pages that load little: nothing is loaded in advance then. */
export const savesData = (): boolean =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;
