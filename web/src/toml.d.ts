declare module '*.toml' {
  const sections: Record<string, Record<string, string>>
  export default sections
}

declare module '*.toml?teaching' {
  export { default } from '*.toml'
}
