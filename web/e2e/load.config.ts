import { defineConfig } from '@playwright/test'
import base from './playwright.config'

// `python web_checks.py load` prints how the client loads on a slow phone.
export default defineConfig({ ...base, testMatch: 'load.ts', fullyParallel: false, workers: 1 })
