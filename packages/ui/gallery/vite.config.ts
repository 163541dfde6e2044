import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// A page of ours to look at the primitives: `npm run gallery -w packages/ui`. It is not part of the product.
export default defineConfig({ plugins: [react()], server: { port: 5199, strictPort: true } })
