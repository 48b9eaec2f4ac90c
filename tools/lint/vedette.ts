/**
 * The oxlint plugin of this repository. Oxlint hands a file's tree over only where a rule returns a visitor, and that takes longer than all the
 * rest of linting without types: the rules look at the text first.
 */
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
  sourceCode: { text: string; getAllComments(): Comment[] }
  report(problem: { node: unknown; message: string }): void
}

/** Strings that may be what a file imports. */
const SPECIFIER = /(['"])((?:@vedette\/|\.)[^'"\n]*)\1/g

export default {
  meta: { name: 'vedette' },
  rules: {
    layers: {
      create(context: Context) {
        const file = relative(ROOT, context.filename).replaceAll(sep, '/')
        const isRight = ([, , specifier = '']: RegExpExecArray) => !layerViolation(file, specifier)
        if ([...context.sourceCode.text.matchAll(SPECIFIER)].every(isRight)) return {}
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
        for (const node of context.sourceCode.getAllComments()) {
          const message = wordsViolation(node.value)
          if (message) context.report({ node, message })
        }
        return {}
      },
    },
  },
}
