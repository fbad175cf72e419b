/** Indian towns by state or union territory, with the spelling that people there use today. A town may be missing. */
const townsByState = {
  'Andaman and Nicobar Islands': 'Port Blair',
  'Andhra Pradesh':
    'Adoni, Amalapuram, Amaravati, Anakapalle, Anantapur, Bapatla, Bhimavaram, Chilakaluripet, Chirala, Chittoor, Dharmavaram, Eluru, Gudivada, Gudur, Guntakal, Guntur, Hindupur, Kadapa, Kadiri, Kakinada, Kandukur, Kavali, Kurnool, Machilipatnam, Madanapalle, Mangalagiri, Markapur, Nandyal, Narasaraopet, Nellore, Nuzvid, Ongole, Palakollu, Parvathipuram, Piduguralla, Ponnur, Proddatur, Pulivendula, Puttaparthi, Rajahmundry, Rayachoti, Srikakulam, Srikalahasti, Sullurpeta, Tadepalligudem, Tadipatri, Tanuku, Tenali, Tirupati, Tuni, Vijayawada, Visakhapatnam, Vizianagaram',
  'Arunachal Pradesh': 'Along, Bomdila, Itanagar, Naharlagun, Pasighat, Tawang, Tezu, Ziro',
  Assam:
    'Barpeta, Bongaigaon, Dhemaji, Dhubri, Dibrugarh, Diphu, Goalpara, Golaghat, Guwahati, Hailakandi, Jorhat, Karimganj, Kokrajhar, Lanka, Lumding, Mangaldoi, Margherita, Nagaon, Nalbari, North Lakhimpur, Sivasagar, Silchar, Tezpur, Tinsukia',
  Bihar:
    'Araria, Arrah, Aurangabad, Bagaha, Banka, Begusarai, Bettiah, Bhabua, Bhagalpur, Bihar Sharif, Buxar, Chapra, Danapur, Darbhanga, Dehri, Forbesganj, Gaya, Gopalganj, Hajipur, Jamalpur, Jamui, Jehanabad, Katihar, Khagaria, Kishanganj, Lakhisarai, Madhepura, Madhubani, Mokama, Motihari, Munger, Muzaffarpur, Nawada, Patna, Purnia, Raxaul, Saharsa, Samastipur, Sasaram, Sheikhpura, Sitamarhi, Siwan, Supaul',
  Chandigarh: 'Chandigarh',
  Chhattisgarh:
    'Ambikapur, Bemetara, Bhilai, Bilaspur, Dhamtari, Durg, Jagdalpur, Janjgir, Kawardha, Korba, Mahasamund, Manendragarh, Raigarh, Raipur, Rajnandgaon',
  'Dadra and Nagar Haveli and Daman and Diu': 'Daman, Diu, Silvassa',
  Delhi: 'Delhi, New Delhi',
  Goa: 'Bicholim, Mapusa, Margao, Mormugao, Panaji, Ponda, Vasco da Gama',
  Gujarat:
    'Ahmedabad, Amreli, Anand, Ankleshwar, Bardoli, Bharuch, Bhavnagar, Bhuj, Botad, Dabhoi, Dahod, Deesa, Dholka, Dwarka, Gandhidham, Gandhinagar, Godhra, Gondal, Halol, Himatnagar, Jamnagar, Jetpur, Junagadh, Kalol, Keshod, Khambhat, Mahuva, Mehsana, Modasa, Morbi, Mundra, Nadiad, Navsari, Palanpur, Patan, Porbandar, Rajkot, Rajpipla, Sanand, Surat, Surendranagar, Unjha, Upleta, Vadodara, Valsad, Vapi, Veraval, Visnagar, Wadhwan, Wankaner',
  Haryana:
    'Ambala, Bahadurgarh, Bhiwani, Charkhi Dadri, Faridabad, Fatehabad, Gohana, Gurugram, Hansi, Hisar, Jagadhri, Jhajjar, Jind, Kaithal, Karnal, Kurukshetra, Mahendragarh, Manesar, Narnaul, Narwana, Nuh, Palwal, Panchkula, Panipat, Rewari, Rohtak, Sirsa, Sohna, Sonipat, Thanesar, Tohana, Yamunanagar',
  'Himachal Pradesh':
    'Baddi, Bilaspur, Chamba, Dharamshala, Hamirpur, Kangra, Kullu, Manali, Mandi, Nahan, Palampur, Paonta Sahib, Shimla, Solan, Sundernagar, Una',
  'Jammu and Kashmir':
    'Anantnag, Bandipora, Baramulla, Budgam, Doda, Ganderbal, Jammu, Kathua, Kulgam, Kupwara, Pulwama, Poonch, Rajouri, Samba, Shopian, Sopore, Srinagar, Udhampur',
  Jharkhand:
    'Bokaro, Chaibasa, Chakradharpur, Chas, Chatra, Deoghar, Dhanbad, Dumka, Garhwa, Giridih, Godda, Gumla, Hazaribagh, Jamshedpur, Jamtara, Jhumri Telaiya, Khunti, Koderma, Lohardaga, Medininagar, Pakur, Phusro, Ramgarh, Ranchi, Sahibganj, Simdega',
  Karnataka:
    'Bagalkot, Ballari, Belagavi, Bengaluru, Bhadravati, Bidar, Chamarajanagar, Chikkaballapur, Chikkamagaluru, Chintamani, Chitradurga, Davanagere, Dharwad, Doddaballapur, Gadag, Gangavathi, Gokak, Hassan, Haveri, Hosapete, Hubballi, Kalaburagi, Karwar, Kolar, Koppal, Madikeri, Mandya, Mangaluru, Mysuru, Nanjangud, Puttur, Raichur, Ramanagara, Ranebennur, Robertsonpet, Sagara, Shivamogga, Sirsi, Tumakuru, Udupi, Vijayapura, Yadgir',
  Kerala:
    'Alappuzha, Aluva, Attingal, Chalakudy, Changanassery, Cherthala, Guruvayur, Irinjalakuda, Kanhangad, Kannur, Karunagappally, Kasaragod, Kayamkulam, Kochi, Kollam, Kothamangalam, Kottayam, Kozhikode, Kunnamkulam, Malappuram, Manjeri, Muvattupuzha, Nedumangad, Neyyattinkara, Ottapalam, Palakkad, Pathanamthitta, Payyanur, Perinthalmanna, Ponnani, Punalur, Taliparamba, Thalassery, Thiruvalla, Thiruvananthapuram, Thodupuzha, Thrissur, Tirur, Vadakara',
  Ladakh: 'Kargil, Leh',
  Lakshadweep: 'Kavaratti',
  'Madhya Pradesh':
    'Ashoknagar, Balaghat, Betul, Bhind, Bhopal, Burhanpur, Chhatarpur, Chhindwara, Damoh, Datia, Dewas, Dhar, Guna, Gwalior, Hoshangabad, Indore, Itarsi, Jabalpur, Jhabua, Katni, Khandwa, Khargone, Maihar, Mandla, Mandsaur, Mhow, Morena, Nagda, Narsinghpur, Neemuch, Panna, Pithampur, Raisen, Rajgarh, Ratlam, Rewa, Sagar, Satna, Sehore, Sendhwa, Seoni, Shahdol, Shajapur, Sheopur, Shivpuri, Sidhi, Singrauli, Tikamgarh, Ujjain, Umaria, Vidisha',
  Maharashtra:
    'Achalpur, Ahmednagar, Akola, Ambarnath, Amravati, Badlapur, Baramati, Barshi, Beed, Bhandara, Bhiwandi, Bhusawal, Buldhana, Chalisgaon, Chandrapur, Chhatrapati Sambhajinagar, Chinchwad, Dhule, Dombivli, Gadchiroli, Gondia, Hinganghat, Hingoli, Ichalkaranji, Jalgaon, Jalna, Kalyan, Karad, Karjat, Khopoli, Kolhapur, Kopargaon, Latur, Lonavala, Malegaon, Mira Bhayandar, Miraj, Mumbai, Nagpur, Nanded, Nandurbar, Nashik, Navi Mumbai, Osmanabad, Palghar, Pandharpur, Panvel, Parbhani, Pimpri, Pune, Ratnagiri, Sangamner, Sangli, Satara, Sawantwadi, Shirdi, Shrirampur, Solapur, Thane, Udgir, Ulhasnagar, Vasai, Virar, Wardha, Washim, Yavatmal',
  Manipur: 'Bishnupur, Churachandpur, Imphal, Kakching, Senapati, Thoubal, Ukhrul',
  Meghalaya: 'Jowai, Nongpoh, Nongstoin, Shillong, Tura, Williamnagar',
  Mizoram: 'Aizawl, Champhai, Kolasib, Lunglei, Saiha, Serchhip',
  Nagaland: 'Dimapur, Kohima, Mokokchung, Mon, Tuensang, Wokha, Zunheboto',
  Odisha:
    'Angul, Balangir, Balasore, Barbil, Bargarh, Baripada, Berhampur, Bhadrak, Bhawanipatna, Bhubaneswar, Boudh, Cuttack, Dhenkanal, Jagatsinghpur, Jajpur, Jatani, Jeypore, Jharsuguda, Kendrapara, Kendujhar, Khordha, Koraput, Malkangiri, Nabarangpur, Nayagarh, Paradip, Phulbani, Puri, Rayagada, Rourkela, Sambalpur, Sundargarh, Talcher, Titlagarh',
  Puducherry: 'Karaikal, Mahe, Puducherry, Yanam',
  Punjab:
    'Abohar, Amritsar, Barnala, Batala, Bathinda, Faridkot, Fazilka, Firozpur, Gurdaspur, Hoshiarpur, Jagraon, Jalandhar, Kapurthala, Khanna, Kotkapura, Ludhiana, Malerkotla, Malout, Mansa, Moga, Mohali, Muktsar, Nabha, Nakodar, Nawanshahr, Pathankot, Patiala, Phagwara, Rajpura, Rupnagar, Sangrur, Sunam, Tarn Taran, Zirakpur',
  Rajasthan:
    'Abu Road, Ajmer, Alwar, Balotra, Banswara, Baran, Barmer, Beawar, Bharatpur, Bhilwara, Bhiwadi, Bikaner, Bundi, Chittorgarh, Churu, Dausa, Dholpur, Dungarpur, Fatehpur, Gangapur City, Hanumangarh, Hindaun, Jaipur, Jaisalmer, Jalore, Jhalawar, Jhunjhunu, Jodhpur, Karauli, Kishangarh, Kota, Kuchaman City, Makrana, Mount Abu, Nagaur, Nathdwara, Neem ka Thana, Nimbahera, Pali, Phalodi, Pratapgarh, Rajsamand, Ratangarh, Sawai Madhopur, Sikar, Sirohi, Sri Ganganagar, Sujangarh, Suratgarh, Tonk, Udaipur',
  Sikkim: 'Gangtok, Gyalshing, Jorethang, Mangan, Namchi, Rangpo',
  'Tamil Nadu':
    'Ambur, Arakkonam, Arani, Ariyalur, Aruppukkottai, Attur, Avadi, Chengalpattu, Chennai, Chidambaram, Coimbatore, Coonoor, Cuddalore, Dharmapuri, Dindigul, Erode, Gobichettipalayam, Gudiyatham, Hosur, Kallakurichi, Kanchipuram, Karaikudi, Karur, Kovilpatti, Krishnagiri, Kumbakonam, Madurai, Mannargudi, Mayiladuthurai, Mettupalayam, Nagapattinam, Nagercoil, Namakkal, Neyveli, Palani, Panruti, Paramakudi, Pattukkottai, Perambalur, Pollachi, Pudukkottai, Rajapalayam, Ramanathapuram, Ranipet, Salem, Sivaganga, Sivakasi, Srivilliputhur, Tambaram, Tenkasi, Thanjavur, Theni, Thoothukudi, Tindivanam, Tiruchengode, Tiruchirappalli, Tirunelveli, Tirupattur, Tiruppur, Tiruvallur, Tiruvannamalai, Tiruvarur, Udhagamandalam, Udumalaipettai, Vaniyambadi, Vellore, Viluppuram, Virudhunagar',
  Telangana:
    'Adilabad, Armoor, Bhongir, Bodhan, Gadwal, Hyderabad, Jagtial, Jangaon, Kamareddy, Karimnagar, Khammam, Kothagudem, Mahabubabad, Mahabubnagar, Mancherial, Medak, Miryalaguda, Nagarkurnool, Nalgonda, Nirmal, Nizamabad, Palwancha, Peddapalli, Ramagundam, Sangareddy, Secunderabad, Siddipet, Sircilla, Suryapet, Tandur, Vikarabad, Wanaparthy, Warangal, Zaheerabad',
  Tripura: 'Agartala, Ambassa, Belonia, Dharmanagar, Kailashahar, Khowai, Udaipur',
  'Uttar Pradesh':
    'Agra, Akbarpur, Aligarh, Amroha, Auraiya, Ayodhya, Azamgarh, Baghpat, Bahraich, Ballia, Balrampur, Banda, Barabanki, Baraut, Bareilly, Basti, Bhadohi, Bijnor, Budaun, Bulandshahr, Chandausi, Chandauli, Chitrakoot, Dadri, Deoband, Deoria, Etah, Etawah, Farrukhabad, Fatehpur, Firozabad, Ghaziabad, Ghazipur, Gonda, Gorakhpur, Greater Noida, Hamirpur, Hapur, Hardoi, Hathras, Jaunpur, Jhansi, Kannauj, Kanpur, Kasganj, Khurja, Kushinagar, Lakhimpur, Lalitpur, Loni, Lucknow, Maharajganj, Mahoba, Mainpuri, Mathura, Mau, Meerut, Mirzapur, Modinagar, Moradabad, Mughalsarai, Muzaffarnagar, Noida, Orai, Pilibhit, Pratapgarh, Prayagraj, Raebareli, Rampur, Renukoot, Saharanpur, Sambhal, Shahjahanpur, Shamli, Sitapur, Sultanpur, Tundla, Unnao, Varanasi, Vrindavan',
  Uttarakhand:
    'Almora, Bageshwar, Dehradun, Haldwani, Haridwar, Kashipur, Kotdwar, Mussoorie, Nainital, Pauri, Pithoragarh, Ramnagar, Rishikesh, Roorkee, Rudrapur, Tehri',
  'West Bengal':
    'Alipurduar, Arambagh, Asansol, Balurghat, Bangaon, Bankura, Baranagar, Barasat, Bardhaman, Barrackpore, Baruipur, Basirhat, Berhampore, Bhatpara, Bishnupur, Bolpur, Chandannagar, Contai, Cooch Behar, Darjeeling, Diamond Harbour, Durgapur, Habra, Haldia, Howrah, Jalpaiguri, Jangipur, Kalimpong, Kalyani, Katwa, Kharagpur, Kolkata, Krishnanagar, Kurseong, Malda, Medinipur, Nabadwip, Naihati, Purulia, Raiganj, Rampurhat, Ranaghat, Raniganj, Serampore, Siliguri, Suri, Tamluk, Titagarh',
} as const;

export type IndianState = keyof typeof townsByState;

/** A place in India where a person lives. */
export interface Town {
  city: string;
  /** State or union territory. */
  region: string;
}

export const indianStates = Object.keys(townsByState) as [IndianState, ...IndianState[]];

export const indianTowns: readonly Town[] = Object.entries(townsByState)
  .flatMap(([region, towns]) => towns.split(', ').map((city) => ({ city, region })))
  .toSorted((one, other) => one.city.localeCompare(other.city) || one.region.localeCompare(other.region));

export const formatTown = ({ city, region }: Town): string => `${city}, ${region}`;

/** Returns whether the list has the town. */
export const isListedTown = (town: Town): boolean =>
  indianTowns.some(({ city, region }) => city === town.city && region === town.region);

/** Former names, by which people still search. */
const formerNames: Record<string, string> = {
  allahabad: 'Prayagraj',
  aurangabad: 'Chhatrapati Sambhajinagar',
  banaras: 'Varanasi',
  bangalore: 'Bengaluru',
  baroda: 'Vadodara',
  belgaum: 'Belagavi',
  bellary: 'Ballari',
  bombay: 'Mumbai',
  calcutta: 'Kolkata',
  calicut: 'Kozhikode',
  cochin: 'Kochi',
  gulbarga: 'Kalaburagi',
  gurgaon: 'Gurugram',
  hubli: 'Hubballi',
  madras: 'Chennai',
  mangalore: 'Mangaluru',
  mysore: 'Mysuru',
  ooty: 'Udhagamandalam',
  pondicherry: 'Puducherry',
  poona: 'Pune',
  shimoga: 'Shivamogga',
  trichy: 'Tiruchirappalli',
  trivandrum: 'Thiruvananthapuram',
  tumkur: 'Tumakuru',
  tuticorin: 'Thoothukudi',
  vizag: 'Visakhapatnam',
};

/** Returns today's names of the towns whose former name begins like this text of four or more letters. */
export function townsFormerlyNamed(beginning: string): string[] {
  const typed = beginning.toLowerCase();
  return Object.entries(formerNames).flatMap(([name, city]) =>
    typed.length > 3 && name.startsWith(typed) ? [city] : [],
  );
}

/** Returns the towns that have a word which begins like the query, those whose name begins so first; at most `limit`. */
export function searchTowns(query: string, limit: number): Town[] {
  const typed = query.trim().toLowerCase();
  const begins = (text: string) => text.toLowerCase().startsWith(typed);
  const today = townsFormerlyNamed(typed);
  const found = indianTowns.filter(
    ({ city, region }) =>
      today.includes(city) || [city, ...city.split(' '), region, ...region.split(' ')].some(begins),
  );
  return found
    .toSorted((one, other) => Number(begins(other.city)) - Number(begins(one.city)))
    .slice(0, limit);
}
