// Stands in the same file as React itself, which is evaluated where it is imported first.
export { createRoot } from 'react-dom/client'
