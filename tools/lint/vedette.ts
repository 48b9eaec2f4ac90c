/** The oxlint plugin of this repository. */
import { relative, resolve, sep } from 'node:path'

import { layerViolation } from './layers.ts'
import { wordsViolation } from './words.ts'

const ROOT = resolve(import.meta.dirname, '../..')

interface ImportNode {
  source?: { value?: unknown } | null
}
interface Comment {
  value: string
}
interface Context {
  filename: string
  sourceCode: { getAllComments(): Comment[] }
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
    words: {
      create(context: Context) {
        return {
          Program() {
            for (const node of context.sourceCode.getAllComments()) {
              const message = wordsViolation(node.value)
              if (message) context.report({ node, message })
            }
          },
        }
      },
    },
  },
}
