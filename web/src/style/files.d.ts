declare module "*.css";
declare module "*.woff2" {
  const address: string;
  export default address;
}
declare module "*.lazy.css" {
  const address: string;
  export default address;
}
