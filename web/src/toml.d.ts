declare module '*.toml' {
  const sections: import('./shell/lib/words.svelte').Sections
  export default sections
}

declare module '*.toml?teaching' {
  export { default } from '*.toml'
}
