/** The oxlint plugin of this repository. */
import { relative, resolve, sep } from 'node:path'

import { layerViolation } from './layers.ts'

const ROOT = resolve(import.meta.dirname, '../..')

interface ImportNode {
  source?: { value?: unknown } | null
}
interface Context {
  filename: string
  report(problem: { node: unknown; message: string }): void
}

export default {
  meta: { name: 'vedette' },
  rules: {
    layers: {
      create(context: Context) {
        const file = relative(ROOT, context.filename).replaceAll(sep, '/')
        const check = (node: ImportNode) => {
          const specifier = node.source?.value
          const message = typeof specifier === 'string' ? layerViolation(file, specifier) : undefined
          if (message) context.report({ node, message })
        }
        return {
          ImportDeclaration: check,
          ExportNamedDeclaration: check,
          ExportAllDeclaration: check,
          ImportExpression: check,
        }
      },
    },
  },
}
