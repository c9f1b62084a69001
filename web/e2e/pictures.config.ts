import { defineConfig } from '@playwright/test'
import base from './playwright.config'

// `python web_checks.py pictures` writes docs/pictures again: the pages as people see them, at four sizes.
export default defineConfig({ ...base, testMatch: /pictures\.ts$/, fullyParallel: false, workers: 1, timeout: 240_000 })
