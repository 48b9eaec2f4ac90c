import { defineConfig } from 'oxlint'

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'promise', 'node', 'vitest'],
  jsPlugins: ['./tools/lint/vedette.ts'],
  categories: { correctness: 'error' },
  ignorePatterns: ['**/dist/**'],
  rules: {
    'vedette/layers': 'error',
    'vedette/words': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    // A property that says "read or refused" asserts in its catch.
    'vitest/no-conditional-expect': 'off',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
  },
  // A language is one file.
  overrides: [{ files: ['console/src/i18n/languages/*.ts'], rules: { 'max-lines': 'off' } }],
})
