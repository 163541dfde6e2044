import { start } from './start.tsx'

// A page that was drawn ahead starts the app itself, at the first sign of use; the build may give both one file.
if (!document.getElementById('drawn')) void start()
