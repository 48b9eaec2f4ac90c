/** What a screen is given: the `:name` parts of its path. */
export interface ScreenProps {
  parameters: Readonly<Record<string, string>>
}
