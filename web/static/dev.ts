// Only `npm run dev` loads this: the pages' modules bring their styles along.
import './main.ts'
import './pages.tsx'
